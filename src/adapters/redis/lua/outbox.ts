/* An entry is a hash: message, under, sequence, wanted, delivered, ts, intent, intentAt, refused. */

const SETTLE = `
local function settle()
  redis.call('ZREM', KEYS[2], ARGV[1])
  if redis.call('EXISTS', KEYS[2]) == 0 then redis.call('SREM', KEYS[3], ARGV[2]) end
  redis.call('ZADD', KEYS[4], ARGV[3], ARGV[4])
end
`;

export const PUT_ENTRY = `
-- KEYS  1 entry, 2 pending of the channel, 3 channels with pending, 4 settled, 5 sequence of the channel
-- ARGV  1 entry's key, 2 channel, 3 message, 4 under ('' = nothing), 5 '1' = leave what stands there, 6 member in settled
-- gives 1 when something is left to deliver, else 0
local known = redis.call('HMGET', KEYS[1], 'message', 'under', 'wanted', 'delivered', 'intent', 'refused', 'sequence')
local message, under, wanted, delivered = known[1], known[2] or '', tonumber(known[3] or 0), tonumber(known[4] or 0)
local intent, refused, sequence = known[5], known[6], known[7]

local stands = delivered > 0 or intent
local same = message == ARGV[3] and under == ARGV[4]
if wanted > 0 and (same or (stands and ARGV[5] == '1')) then
  return (wanted > delivered and not refused) and 1 or 0
end

sequence = sequence or redis.call('INCR', KEYS[5])
redis.call('HSET', KEYS[1], 'message', ARGV[3], 'sequence', sequence, 'wanted', wanted + 1, 'delivered', delivered)
redis.call('HDEL', KEYS[1], 'refused', 'under')
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'under', ARGV[4]) end
redis.call('ZADD', KEYS[2], sequence, ARGV[1])
redis.call('SADD', KEYS[3], ARGV[2])
redis.call('ZREM', KEYS[4], ARGV[6])
return 1
`;

export const BEGIN_POST = `
-- KEYS  1 entry
-- ARGV  1 intent, 2 time
-- gives 0 when there is no such entry
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'intent', ARGV[1], 'intentAt', ARGV[2])
return 1
`;

export const ENTRY_DELIVERED = `
-- KEYS  1 entry, 2 pending of the channel, 3 channels with pending, 4 settled
-- ARGV  1 entry's key, 2 channel, 3 now, 4 member in settled, 5 the wanted that stands there now, 6 ts
${SETTLE}
local wanted = tonumber(redis.call('HGET', KEYS[1], 'wanted') or '0')
if wanted == 0 then return 0 end
redis.call('HDEL', KEYS[1], 'intent', 'intentAt')
if tonumber(ARGV[5]) >= tonumber(redis.call('HGET', KEYS[1], 'delivered')) then
  redis.call('HSET', KEYS[1], 'delivered', ARGV[5], 'ts', ARGV[6])
end
if tonumber(ARGV[5]) >= wanted then settle() end
return 1
`;

export const ENTRY_REFUSED = `
-- KEYS  1 entry, 2 pending of the channel, 3 channels with pending, 4 settled
-- ARGV  1 entry's key, 2 channel, 3 now, 4 member in settled, 5 the wanted that was refused, 6 reason
${SETTLE}
local wanted = tonumber(redis.call('HGET', KEYS[1], 'wanted') or '0')
if wanted == 0 then return 0 end
redis.call('HDEL', KEYS[1], 'intent', 'intentAt')
-- what is wanted since may fare better
if tonumber(ARGV[5]) < wanted then return 1 end
redis.call('HSET', KEYS[1], 'refused', ARGV[6])
settle()
return 1
`;

export const FORGET_ENTRY = `
-- KEYS  1 entry, 2 settled
-- ARGV  1 member in settled, 2 forget what was settled before
-- gives 1 when it was forgotten; 0 when it was asked for again meanwhile
local at = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not at or tonumber(at) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
return redis.call('DEL', KEYS[1])
`;
