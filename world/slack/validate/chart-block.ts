import { isObject, listAt, objectAt } from '../../../src/core/model/json.ts';
import { blockId, type } from './composition.ts';
import { all, list, number, object, oneOf, problem, type Schema, string, variants } from './schema.ts';

const MAX_SERIES = 6;
const MAX_POINTS = 20;
const label = string({ min: 1, max: 20 });
const axisTitle = string({ max: 50 });
const point = object({ required: { label, value: number } });

const series = object({ required: { name: label, data: list(point, { max: MAX_POINTS }) } });
const axis = object({
  required: { categories: list(label, { max: MAX_POINTS }) },
  optional: { x_label: axisTitle, y_label: axisTitle },
});

/** Every point stands on a category of the axis, and names tell the series apart. */
const consistent: Schema = (value, pointer) => {
  const categories = new Set(listAt(objectAt(value, 'axis_config'), 'categories'));
  const rows = listAt(value, 'series').filter(isObject);
  const names = new Set(rows.map(({ name }) => name));
  const isOff = rows.some((row) =>
    listAt(row, 'data').some((entry) => isObject(entry) && !categories.has(entry.label ?? '')),
  );
  return [
    ...(isOff ? problem('labels must match the categories of axis_config', `${pointer}/series`) : []),
    ...(names.size < rows.length ? problem('names of series must be unique', `${pointer}/series`) : []),
  ];
};

const plotted = (name: string) =>
  all(
    object({ required: { type: oneOf(name), series: list(series, { max: MAX_SERIES }), axis_config: axis } }),
    consistent,
  );

export const chartBlock = object({
  required: {
    type: type('data_visualization'),
    title: string({ min: 1, max: 50 }),
    chart: variants({
      pie: object({ required: { type: oneOf('pie'), segments: list(point, { max: MAX_SERIES }) } }),
      bar: plotted('bar'),
      area: plotted('area'),
      line: plotted('line'),
    }),
  },
  optional: { block_id: blockId },
});
