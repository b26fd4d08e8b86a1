import type { RunningSlack } from '../slack/start-slack.ts';
import type { UserGroup } from '../slack/workspace/types.ts';
import { findPerson } from './cast.ts';
import { type Deed, DeedRefused } from './deed.ts';
import { deed } from './story-deeds.ts';

/** What a workspace's owner does to user groups, and so to roles. */
export function peopleDeeds({ workspace, admin }: Pick<RunningSlack, 'workspace' | 'admin'>): readonly Deed[] {
  const find = (person: string, handle: string): { readonly name: string; readonly id: string; group: UserGroup } => {
    const found = findPerson(workspace.people, person);
    if (!found) throw new DeedRefused(`nobody is called ${person}`);
    const group = workspace.groups.find((each) => each.handle === handle.replace(/^@/, '') || each.id === handle);
    if (group) return { name: found.realName, id: found.id, group };
    throw new DeedRefused(`there are the groups ${workspace.groups.map((each) => each.handle).join(', ')}`);
  };
  return [
    deed(
      'expel',
      'PERSON GROUP',
      'somebody is taken out of a user group, and loses its role',
      async (person, handle) => {
        const { name, id, group } = find(person, handle);
        admin.setGroup({ ...group, users: group.users.filter((user) => user !== id) });
        return `${name} is not in ${group.handle}`;
      },
    ),
    deed('enrol', 'PERSON GROUP', 'somebody is put into a user group, and gets its role', async (person, handle) => {
      const { name, id, group } = find(person, handle);
      admin.setGroup({ ...group, users: [...group.users.filter((user) => user !== id), id] });
      return `${name} is in ${group.handle}`;
    }),
  ];
}
