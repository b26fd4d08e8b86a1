/* The head is a hash: sequence, hash. Each entry of the stream has its sequence as id, each event's id leads to its own. */

/** Entry, head and id together, or nothing. */
export const APPEND_ENTRY = `
-- KEYS  1 entries, 2 head, 3 ids
-- ARGV  1 sequence and 2 hash of the head that the entry continues, 3 the entry's hash, 4 the event's id, 5 JSON
-- gives 'appended' | 'known', sequence | 'moved', sequence and hash of the head ('' = none) | 'broken'
local known = redis.call('HGET', KEYS[3], ARGV[4])
if known then return { 'known', known } end

local head = redis.call('HMGET', KEYS[2], 'sequence', 'hash')
local sequence, hash = head[1] or '0', head[2] or ARGV[2]
if sequence ~= ARGV[1] or hash ~= ARGV[2] then return { 'moved', sequence, head[2] or '' } end

local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if (newest and newest[1] or '0-0') ~= sequence .. '-0' then return { 'broken' } end
if redis.call('HLEN', KEYS[3]) > tonumber(sequence) then return { 'broken' } end

local own = string.format('%.0f', tonumber(sequence) + 1)
redis.call('XADD', KEYS[1], own .. '-0', 'entry', ARGV[5])
redis.call('HSET', KEYS[2], 'sequence', own, 'hash', ARGV[3])
redis.call('HSET', KEYS[3], ARGV[4], own)
return { 'appended' }
`;

export const LEDGER_END = `
-- KEYS  1 entries, 2 head, 3 ids
-- gives sequence and hash of the head ('' = none), id of the newest entry, number of ids
local head = redis.call('HMGET', KEYS[2], 'sequence', 'hash')
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
return { head[1] or '0', head[2] or '', newest and newest[1] or '0-0', redis.call('HLEN', KEYS[3]) }
`;
