/** Set by the API server: nobody declares these, and a create that states them is refused or ignored. */
export const SERVER_SET_METADATA: readonly string[] = [
  'managedFields',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
];

/** Where client-side apply keeps what it applied last. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const FREE_MAPS = new Set([
  'labels',
  'annotations',
  'data',
  'stringData',
  'binaryData',
  'matchLabels',
  'nodeSelector',
  'parameters',
]);

/** Maps with keys and values of the user's own: an entry says what it says, and no API drops one because it is empty. */
export function isFreeMap(field: string): boolean {
  return FREE_MAPS.has(field);
}
