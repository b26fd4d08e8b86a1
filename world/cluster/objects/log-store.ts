interface PodName {
  readonly namespace: string;
  readonly name: string;
}

/** Texts of container logs, of the running and of the previous container. */
export interface LogStore {
  /** Without a container: the one whose log was written first. */
  read(pod: PodName, container: string | undefined, previous: boolean): string | undefined;
  write(pod: PodName, container: string, text: string, previous: boolean): void;
  drop(pod: PodName): void;
  state(): Logs;
}

/** By pod, then by container. */
export type Logs = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function makeLogStore(from: Logs = new Map()): LogStore {
  const pods = copied(from);
  return {
    read(pod, container, previous) {
      const logs = pods.get(`${pod.namespace}/${pod.name}`);
      const suffix = previous ? ' previous' : ' current';
      const key =
        container === undefined
          ? [...(logs?.keys() ?? [])].find((name) => name.endsWith(suffix))
          : `${container}${suffix}`;
      return key === undefined ? undefined : logs?.get(key);
    },
    write(pod, container, text, previous) {
      const id = `${pod.namespace}/${pod.name}`;
      const logs = pods.get(id) ?? new Map<string, string>();
      pods.set(id, logs.set(`${container}${previous ? ' previous' : ' current'}`, text));
    },
    drop: (pod) => pods.delete(`${pod.namespace}/${pod.name}`),
    state: () => copied(pods),
  };
}

function copied(logs: Logs): Map<string, Map<string, string>> {
  return new Map([...logs].map(([pod, texts]) => [pod, new Map(texts)]));
}
