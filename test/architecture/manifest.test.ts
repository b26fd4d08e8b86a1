import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { SLACK_NEEDS } from '../../src/ports/slack-rights.ts';
import {
  ACTION_IDS,
  actionPattern,
  EVENTS,
  numbered,
  PLAN_ACTION_IDS,
  SLASH_COMMANDS,
  VIEW_IDS,
} from '../../src/slack/action-ids.ts';
import { COMMANDS, SLASH_COMMAND, usageHint } from '../../src/slack/commands/registry.ts';

/** Slack's own limits (App manifest reference); strict, so that a misspelt key does not go unnoticed. */
const Manifest = z.strictObject({
  _metadata: z.strictObject({ major_version: z.literal(2), minor_version: z.literal(1) }),
  display_information: z.strictObject({
    name: z.string().max(35),
    description: z.string().max(140),
    long_description: z.string().min(174).max(4000),
    background_color: z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/),
  }),
  features: z.strictObject({
    bot_user: z.strictObject({
      display_name: z
        .string()
        .max(80)
        .regex(/^[a-z0-9._-]+$/),
      always_online: z.boolean(),
    }),
    slash_commands: z
      .array(
        z.strictObject({
          command: z.string().max(32).startsWith('/'),
          description: z.string().max(2000),
          usage_hint: z.string().max(1000),
          should_escape: z.boolean(),
        }),
      )
      .max(50),
  }),
  oauth_config: z.strictObject({
    scopes: z.strictObject({ bot: z.array(z.string()).max(255), bot_optional: z.array(z.string()).max(255) }),
  }),
  settings: z.strictObject({
    interactivity: z.strictObject({ is_enabled: z.boolean() }),
    event_subscriptions: z.strictObject({ bot_events: z.array(z.string()).max(100) }).optional(),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.literal(true),
    token_rotation_enabled: z.literal(false),
  }),
});

const text = readFileSync('manifest.yml', 'utf8');
const manifest = Manifest.parse(parse(text));

describe('manifest.yml', () => {
  it('declares the slash command with the usage of the registry', () => {
    expect(manifest.features.slash_commands.map(({ command }) => command)).toEqual(SLASH_COMMANDS);
    expect(manifest.features.slash_commands[0]?.usage_hint).toBe(usageHint());
  });

  it('enables what the bot listens to, and nothing else', () => {
    expect(manifest.settings.interactivity.is_enabled).toBe(Object.keys(ACTION_IDS).length > 0);
    expect(manifest.settings.event_subscriptions?.bot_events ?? []).toEqual(EVENTS);
  });

  it('asks for the scopes that the doctor checks', () => {
    const { bot, bot_optional: optional } = manifest.oauth_config.scopes;
    expect(bot).toEqual(SLACK_NEEDS.filter(({ isOptional }) => !isOptional).map(({ scope }) => scope));
    expect(optional).toEqual(SLACK_NEEDS.filter(({ isOptional }) => isOptional).map(({ scope }) => scope));
  });

  it('asks for no scope without saying what for', () => {
    const lines = text.split('\n');
    const scopes = [...manifest.oauth_config.scopes.bot, ...manifest.oauth_config.scopes.bot_optional];
    const unexplained = scopes.filter((scope) => !lines[lines.indexOf(`      - ${scope}`) - 1]?.trim().startsWith('#'));
    expect(unexplained).toEqual([]);
    expect(new Set(scopes).size).toBe(scopes.length);
  });
});

describe('the ids of buttons', () => {
  const ids = [...Object.values(ACTION_IDS), ...Object.values(PLAN_ACTION_IDS)];

  it('are <noun>.<verb>, each once, within Slack’s 255 characters when numbered', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^[a-z]+\.[a-z]+$/);
      expect(numbered(id, 24).length).toBeLessThanOrEqual(255);
    }
  });

  it('match their own listener and no other, numbered or not', () => {
    for (const id of ids) {
      const matching = (one: string) => ids.filter((other) => actionPattern(other).test(one));
      expect(matching(id)).toEqual([id]);
      expect(matching(numbered(id, 3))).toEqual([id]);
    }
  });
});

describe('the ids of forms', () => {
  it('are <noun>.<verb>, each once', () => {
    const ids = Object.values(VIEW_IDS);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+\.[a-z]+$/);
  });
});

describe('the registry of commands', () => {
  it('is what README.md lists', () => {
    const readme = readFileSync('README.md', 'utf8').replaceAll('\\|', '|');
    const missing = COMMANDS.filter(({ usage }) => !readme.includes(`\`${`${SLASH_COMMAND} ${usage}`.trim()}\``));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('has an example, a usage and a sentence for each, and each name once', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
    for (const { name, usage, summary, example } of COMMANDS) {
      expect(usage === '' || usage.split(' ')[0] === name).toBe(true);
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(example.startsWith(SLASH_COMMAND)).toBe(true);
    }
  });
});
