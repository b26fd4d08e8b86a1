import { join } from 'node:path';
import { locateProgram } from '../build/build-program.ts';
import { PROGRAMS } from '../build/programs.ts';
import type { ProcessSpec } from '../processes.ts';
import { type ControlPlaneSettings, servingCertificateFile } from './control-plane.ts';

export function kubeControllerManagerSpec(
  { folder, credentials }: ControlPlaneSettings,
  kubeconfig: string,
  port: number,
): ProcessSpec {
  return {
    name: 'kube-controller-manager',
    command: locateProgram(PROGRAMS.kubeControllerManager).binary,
    args: [
      ...commonArgs(folder, kubeconfig, port),
      '--use-service-account-credentials=true',
      `--root-ca-file=${servingCertificateFile(folder)}`,
      `--service-account-private-key-file=${credentials.serviceAccountKeyFile}`,
    ],
  };
}

export function kubeSchedulerSpec({ folder }: ControlPlaneSettings, kubeconfig: string, port: number): ProcessSpec {
  return {
    name: 'kube-scheduler',
    command: locateProgram(PROGRAMS.kubeScheduler).binary,
    args: [...commonArgs(folder, kubeconfig, port)],
  };
}

function commonArgs(folder: string, kubeconfig: string, port: number): readonly string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    '--authentication-skip-lookup=true',
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'pki')}`,
    '--leader-elect=false',
  ];
}
