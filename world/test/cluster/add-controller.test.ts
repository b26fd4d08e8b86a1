import { describe, expect, it } from 'vitest';
import { at } from '../../../src/core/model/json.ts';
import { addController } from '../../cluster/add-controller.ts';
import { aCluster, aConfigMap, CONFIG, ownersOfField } from './cluster.ts';

describe('a scripted controller', () => {
  it('fights for its field, under its own name', () => {
    const { model } = aCluster();
    addController(model, {
      name: 'operator',
      react({ type, object }, cluster) {
        if (type === 'DELETED' || object.kind !== 'ConfigMap' || at(object, 'data', 'mode') === 'auto') return;
        cluster.mergePatch(CONFIG, { data: { mode: 'auto' } }, { manager: 'operator' });
      },
    });
    model.create(aConfigMap({ mode: 'manual' }), { manager: 'argocd' });
    expect(model.get(CONFIG)).toMatchObject({ data: { mode: 'auto' } });
    expect(ownersOfField(model.get(CONFIG), 'f:data f:mode')).toEqual(['operator']);
  });

  it('brings back what was deleted', () => {
    const { model } = aCluster();
    addController(model, {
      name: 'keeper',
      react({ type, object }, cluster) {
        if (type === 'DELETED' && object.kind === 'ConfigMap')
          cluster.create(aConfigMap({ again: 'yes' }), { manager: 'keeper' });
      },
    });
    model.create(aConfigMap({}), { manager: 'test' });
    model.delete(CONFIG);
    expect(model.get(CONFIG)).toMatchObject({ data: { again: 'yes' } });
  });

  it('keeps a refusal to itself', () => {
    const { model } = aCluster();
    addController(model, {
      name: 'late',
      react: ({ object }, cluster) => {
        if (object.kind === 'ConfigMap') cluster.create(aConfigMap({}), { manager: 'late' });
      },
    });
    model.create(aConfigMap({ a: '1' }), { manager: 'test' });
    expect(model.get(CONFIG)).toMatchObject({ data: { a: '1' } });
  });

  it('gives up when it reacts to itself for ever', () => {
    const { model } = aCluster();
    let count = 0;
    const stop = addController(model, {
      name: 'restless',
      react({ object }, cluster) {
        if (object.kind !== 'ConfigMap') return;
        count += 1;
        cluster.mergePatch(CONFIG, { data: { count: String(count) } }, { manager: 'restless' });
      },
    });
    model.create(aConfigMap({}), { manager: 'test' });
    expect(count).toBe(8);
    stop();
    model.mergePatch(CONFIG, { data: { count: '0' } }, { manager: 'test' });
    expect(count).toBe(8);
  });
});

describe('watchers beside a scripted controller', () => {
  it('hear of a change before they hear of the reaction to it, whoever listens first', () => {
    const { model } = aCluster();
    const heard = { early: [] as string[], late: [] as string[] };
    const listen = (to: string[]) => {
      model.watch(({ type, object, depth }) => to.push(`${type} ${at(object, 'data', 'mode') ?? '-'} ${depth}`));
    };
    listen(heard.early);
    addController(model, {
      name: 'operator',
      react({ type, object }, cluster) {
        if (type !== 'DELETED' && at(object, 'data', 'mode') !== 'auto')
          cluster.mergePatch(CONFIG, { data: { mode: 'auto' } }, { manager: 'operator' });
        if (type === 'MODIFIED') cluster.delete(CONFIG);
      },
    });
    listen(heard.late);
    model.create(aConfigMap({ mode: 'manual' }), { manager: 'argocd' });
    expect(heard.early).toEqual(['ADDED manual 0', 'MODIFIED auto 1', 'DELETED auto 2']);
    expect(heard.late).toEqual(heard.early);
  });

  it('are told no more of what a failing one left behind', () => {
    const { model } = aCluster();
    const heard: string[] = [];
    const stop = model.watch(() => {
      throw new Error('broken listener');
    });
    expect(() => model.create(aConfigMap({}), { manager: 'test' })).toThrow('broken listener');
    stop();
    model.watch(({ type }) => heard.push(type));
    model.delete(CONFIG);
    expect(heard).toEqual(['DELETED']);
  });
});
