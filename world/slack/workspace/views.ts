import { isObject, type JsonObject, listAt, stringAt } from '../../../src/core/model/json.ts';
import { initialState } from '../interactions/input-state.ts';
import { withIds } from './fill-ids.ts';
import type { Ids } from './ids.ts';
import type { Change, InputState, View } from './types.ts';

export const STACK_LIMIT = 3;

/** Modals form a stack per person, the top one last; the Home tab is one view per person. */
export interface Views {
  stack(user: string): readonly View[];
  home(user: string): View | undefined;
  find(id: string): View | undefined;
  findByExternalId(externalId: string): View | undefined;
  open(user: string, definition: JsonObject): View;
  push(user: string, definition: JsonObject): View;
  update(view: View, definition: JsonObject): View;
  publish(user: string, definition: JsonObject): View;
  fill(view: View, state: InputState): View;
  showErrors(view: View, errors: Readonly<Record<string, string>>): View;
  /** Closes the top view, or all. */
  close(user: string, isAll: boolean): void;
}

export function makeViews(ids: Ids, changed: (change: Change) => void): Views {
  const stacks = new Map<string, readonly View[]>();
  const homes = new Map<string, View>();
  const all = () => [...[...stacks.values()].flat(), ...homes.values()];
  const newHash = () => `${ids.ts().split('.')[0]}.${ids.secret('hash').slice(0, 8)}`;

  function make(user: string, type: View['type'], sent: JsonObject, below?: View): View {
    const id = ids.next('V');
    const definition = complete(sent);
    return {
      id,
      user,
      type,
      definition,
      hash: newHash(),
      rootId: below?.rootId ?? id,
      ...(below && { previousId: below.id }),
      state: initialState(listAt(definition, 'blocks')),
      errors: {},
    };
  }

  function complete(sent: JsonObject): JsonObject {
    return { ...sent, blocks: withIds(listAt(sent, 'blocks').filter(isObject), ids) };
  }

  function setStack(user: string, stack: readonly View[]): void {
    stacks.set(user, stack);
    changed({ kind: 'views', user });
  }

  function put(view: View): View {
    if (view.type === 'home') {
      homes.set(view.user, view);
      changed({ kind: 'home', user: view.user });
    } else {
      setStack(
        view.user,
        (stacks.get(view.user) ?? []).map((other) => (other.id === view.id ? view : other)),
      );
    }
    return view;
  }

  return {
    stack: (user) => stacks.get(user) ?? [],
    home: (user) => homes.get(user),
    find: (id) => all().find((view) => view.id === id),
    findByExternalId: (id) => all().find(({ definition }) => stringAt(definition, 'external_id') === id),
    open(user, definition) {
      const view = make(user, 'modal', definition);
      setStack(user, [view]);
      return view;
    },
    push(user, definition) {
      const below = stacks.get(user) ?? [];
      const view = make(user, 'modal', definition, below.at(-1));
      setStack(user, [...below, view]);
      return view;
    },
    update(view, sent) {
      const definition = complete(sent);
      const fresh = initialState(listAt(definition, 'blocks'));
      return put({ ...view, definition, hash: newHash(), state: keep(view.state, fresh), errors: {} });
    },
    publish(user, definition) {
      const before = homes.get(user);
      const view = make(user, 'home', definition);
      return put(before ? { ...view, id: before.id, rootId: before.rootId } : view);
    },
    fill: (view, state) => put({ ...view, state }),
    showErrors: (view, errors) => put({ ...view, errors }),
    close(user, isAll) {
      const stack = stacks.get(user) ?? [];
      setStack(user, isAll ? [] : stack.slice(0, -1));
    },
  };
}

/** What a person typed survives an update where block id and action id stay the same. */
function keep(before: InputState, fresh: InputState): InputState {
  return Object.fromEntries(
    Object.entries(fresh).map(([block, actions]) => [
      block,
      Object.fromEntries(Object.entries(actions).map(([action, value]) => [action, before[block]?.[action] ?? value])),
    ]),
  );
}
