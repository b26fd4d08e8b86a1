/** Makes a staged generation the current one. */
export const PUBLISH_SNAPSHOT = `
-- KEYS  1 pointer, 2..4 body, patterns and rows of the new generation, 5..7 those of the one that was current
-- ARGV  1 new generation, 2 the one that was current ('' = none), 3 milliseconds for which readers may still read it
-- gives 1, or 0 when the pointer moved meanwhile, or -1 when what was staged is gone
if redis.call('EXISTS', KEYS[2]) == 0 then return -1 end
local current = redis.call('GET', KEYS[1]) or ''
if current == ARGV[1] then return 1 end
if current ~= ARGV[2] then return 0 end
for index = 2, 4 do redis.call('PERSIST', KEYS[index]) end
redis.call('SET', KEYS[1], ARGV[1])
for index = 5, 7 do redis.call('PEXPIRE', KEYS[index], ARGV[3]) end
return 1
`;
