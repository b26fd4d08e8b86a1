/* A plan is a hash: plan, instance, app, approvalBy, runBy. Its two lists of events stand beside it. */

export const SAVE_DRAFT = `
-- KEYS  1 plan, 2 drafts
-- ARGV  1 id, 2 when it was made, 3 JSON, 4 instance, 5 app
-- gives 0 when another plan has its id
local known = redis.call('HGET', KEYS[1], 'plan')
if known then return known == ARGV[3] and 1 or 0 end
redis.call('HSET', KEYS[1], 'plan', ARGV[3], 'instance', ARGV[4], 'app', ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return 1
`;

export const READ_PLAN = `
-- KEYS  1 plan, 2 approval, 3 run
-- gives JSON ('' = there is none) and the two lists
return { redis.call('HGET', KEYS[1], 'plan') or '', redis.call('LRANGE', KEYS[2], 0, -1), redis.call('LRANGE', KEYS[3], 0, -1) }
`;

/** The first word on a draft makes it a request, which is found by its app from then on. */
export const APPEND_PLAN_EVENT = `
-- KEYS  1 plan, 2 list, 3 drafts, 4 requested, 5 plans of the app, 6 how many joined, by app
-- ARGV  1 id, 2 how many events the writer knows, 3 time, 4 JSON, 5 'approvalBy' | 'runBy', 6 the writer's token,
--       7 the app in 6, 8 how many plans of it the writer knows, '' = no matter
-- gives 1 when the event is in the list, by this very call
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local length, after = redis.call('LLEN', KEYS[2]), tonumber(ARGV[2])
-- the same call again, because its answer was lost
if length == after + 1 and redis.call('HGET', KEYS[1], ARGV[5]) == ARGV[6] then return 1 end
if length ~= after then return 0 end
if ARGV[8] ~= '' and (redis.call('HGET', KEYS[6], ARGV[7]) or '0') ~= ARGV[8] then return 0 end

redis.call('RPUSH', KEYS[2], ARGV[4])
redis.call('HSET', KEYS[1], ARGV[5], ARGV[6])
if redis.call('ZREM', KEYS[3], ARGV[1]) == 1 then
  redis.call('ZADD', KEYS[5], ARGV[3], ARGV[1])
  redis.call('HINCRBY', KEYS[6], ARGV[7], 1)
end
redis.call('ZADD', KEYS[4], 'GT', ARGV[3], ARGV[1])
return 1
`;

export const FORGET_PLAN = `
-- KEYS  1 plan, 2 approval, 3 run, 4 drafts or requested, 5 plans of the app, 6 tended
-- ARGV  1 id, 2 forget what is older
-- gives 1 when it was forgotten; 0 when somebody tends it, or took it up meanwhile
local at = redis.call('ZSCORE', KEYS[4], ARGV[1])
if not at or tonumber(at) >= tonumber(ARGV[2]) then return 0 end
if redis.call('ZSCORE', KEYS[6], ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('ZREM', KEYS[5], ARGV[1])
return 1
`;

export const SAVE_OFFER = `
-- KEYS  1 offer, 2 offers
-- ARGV  1 id, 2 when it was made, 3 JSON
redis.call('SET', KEYS[1], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return 1
`;
