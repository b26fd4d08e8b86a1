/* What the demo needs of the simulated world. The product reaches it through here alone, and only when asked for the demo. */

export { startControl } from './control/start-control.ts';
export { type DemoClock, makeDemoClock } from './demo-clock.ts';
export { playMinute } from './guide/play-minute.ts';
export { AppManifest } from './slack/app-settings.ts';
export { type RunningSlack, startSlack } from './slack/start-slack.ts';
export { type RunningWorld, startWorld } from './start-world.ts';
export { runTerminal } from './terminal/run-terminal.ts';
export { peopleDeeds } from './visitor/people-deeds.ts';
export { storyDeeds } from './visitor/story-deeds.ts';
export type { Visit } from './visitor/visit.ts';
