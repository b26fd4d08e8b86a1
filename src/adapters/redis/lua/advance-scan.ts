export const START_SCAN = `
-- KEYS  1 progress, 2 batches
-- ARGV  1 scan, 2 startedAt, 3 of, 4 done
-- a scan that is started twice keeps what was counted
if redis.call('HGET', KEYS[1], 'scanId') == ARGV[1] then
  redis.call('HSET', KEYS[1], 'of', ARGV[3])
  return 0
end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'scanId', ARGV[1], 'startedAt', ARGV[2], 'of', ARGV[3], 'done', ARGV[4])
return 1
`;

export const ADVANCE_SCAN = `
-- KEYS  1 progress, 2 batches
-- ARGV  1 scan, 2 batch, 3 how many it did, 4 time
-- gives 1 when it was counted: the scan is the current one and the batch was not told before
if redis.call('HGET', KEYS[1], 'scanId') ~= ARGV[1] then return 0 end
if redis.call('SADD', KEYS[2], ARGV[2]) == 0 then return 0 end
redis.call('HINCRBY', KEYS[1], 'done', ARGV[3])
redis.call('HSET', KEYS[1], 'heardAt', ARGV[4])
return 1
`;

export const FINISH_SCAN = `
-- KEYS  1 progress
-- ARGV  1 scan, 2 time, 3 failure ('' = none)
if redis.call('HGET', KEYS[1], 'scanId') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'finishedAt', ARGV[2])
redis.call('HDEL', KEYS[1], 'failure')
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'failure', ARGV[3]) end
return 1
`;
