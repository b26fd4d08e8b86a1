import { listAt, stringAt } from '../../src/core/model/json.ts';
import { badRequest } from '../cluster/objects/status-errors.ts';
import type { ClusterModel } from '../cluster/types.ts';
import { type ApiAnswer, type ApiRequest, text } from './http.ts';
import { load } from './read.ts';
import type { Route } from './route.ts';

export function answerLog({ query }: ApiRequest, route: Route, model: ClusterModel): ApiAnswer {
  const pod = load(model, route);
  const name = route.name ?? '';
  const containers = ['containers', 'initContainers'].flatMap((list) =>
    listAt(pod, 'spec', list).flatMap((container) => stringAt(container, 'name') ?? []),
  );
  const [only, another] = containers;
  const container = query.get('container') ?? (another === undefined ? only : undefined);
  if (container === undefined) {
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`);
  }
  if (!containers.includes(container)) throw badRequest(`container ${container} is not valid for pod ${name}`);
  const isPrevious = query.get('previous') === 'true';
  const log = model.log({ namespace: route.namespace, name }, container, isPrevious);
  if (log === undefined && isPrevious) {
    throw badRequest(
      `previous terminated container ${JSON.stringify(container)} in pod ${JSON.stringify(name)} not found`,
    );
  }
  return text(limited(tail(log ?? '', query.get('tailLines')), query.get('limitBytes')));
}

function tail(log: string, tailLines: string | null): string {
  if (tailLines === null) return log;
  const isEnded = log.endsWith('\n');
  const lines = (isEnded ? log.slice(0, -1) : log).split('\n');
  const count = Number(tailLines);
  const kept = count > 0 ? lines.slice(-count).join('\n') : '';
  return isEnded && kept !== '' ? `${kept}\n` : kept;
}

function limited(log: string, limitBytes: string | null): string {
  return limitBytes === null ? log : Buffer.from(log).subarray(0, Number(limitBytes)).toString();
}
