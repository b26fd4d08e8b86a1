export const ACQUIRE_LOCK = `
-- KEYS  1 lock
-- ARGV  1 token, 2 milliseconds
-- gives -1 when it is ours (also when an answer was lost and this is the second asking), else milliseconds until it ends
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return math.max(redis.call('PTTL', KEYS[1]), 0) end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return -1
`;

export const RENEW_LOCK = `
-- KEYS  1 lock
-- ARGV  1 token, 2 milliseconds
-- gives 0 when it is not ours any more
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;

export const RELEASE_LOCK = `
-- KEYS  1 lock
-- ARGV  1 token
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`;
