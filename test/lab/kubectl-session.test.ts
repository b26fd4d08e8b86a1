import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RECORDING, readRecording, runSession } from '../contract/kubernetes/kubectl/run-session.ts';
import { findKubectl, makeKubectl } from '../support/kubectl.ts';
import { labFolder } from './folders.ts';

/*
 * The recording that test/contract/simulator-kubernetes.test.ts holds the simulator to, against the real API server it
 * came from. PLUMBLINE_RECORD=1 writes it anew.
 */
const program = findKubectl() ?? '';
const config = join(labFolder(), 'credentials', 'admin.kubeconfig');
const home = mkdtempSync(join(tmpdir(), 'plumbline-kubectl-'));
const lab = makeKubectl(program, config, home);
const isUp = program !== '' && existsSync(config) && (await lab(['version', '--request-timeout=3s'])).code === 0;
if (!isUp) process.stderr.write('The kubectl session did not run: the lab is not up; start it with: npm run lab:up\n');

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.skipIf(!isUp)('a kubectl session', () => {
  it('is answered by the lab as it was recorded', { timeout: 240_000 }, async () => {
    const steps = await runSession(lab);
    if (process.env.PLUMBLINE_RECORD === '1') {
      writeFileSync(RECORDING, steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
    }
    expect(steps).toEqual(readRecording());
  });
});
