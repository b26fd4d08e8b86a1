/** Accounts that hold API keys only: nobody can log in with them. */
export const ACCOUNTS = ['plumbline-read', 'plumbline-write'] as const;
export type AccountName = (typeof ACCOUNTS)[number];

/** What looking needs, and nothing more; `role:readonly` would also show repositories and accounts. */
const READ_POLICY = [
  'p, role:plumbline-read, applications, get, */*, allow',
  'p, role:plumbline-read, applicationsets, get, */*, allow',
  'p, role:plumbline-read, projects, get, *, allow',
  'p, role:plumbline-read, clusters, get, *, allow',
  'p, role:plumbline-read, logs, get, */*, allow',
  'g, plumbline-read, role:plumbline-read',
];

const WRITE_POLICY = [
  'p, role:plumbline-write, applications, sync, */*, allow',
  'p, role:plumbline-write, applications, action/apps/Deployment/restart, */*, allow',
  'p, role:plumbline-write, applications, action/apps/StatefulSet/restart, */*, allow',
  'p, role:plumbline-write, applications, delete/*/*/*/*, */*, allow',
  'p, role:plumbline-write, applications, override, */*, deny',
  'p, role:plumbline-write, applications, delete, */*, deny',
  'g, plumbline-write, role:plumbline-read',
  'g, plumbline-write, role:plumbline-write',
];

export function accountSettings(): Record<string, string> {
  return Object.fromEntries(ACCOUNTS.map((name) => [`accounts.${name}`, 'apiKey']));
}

export function rbacSettings(): Record<string, string> {
  return { 'policy.default': '', 'policy.csv': `${[...READ_POLICY, ...WRITE_POLICY].join('\n')}\n` };
}
