/** Makes the plan's message in its channel show what is true now. Told twice, it is said once. */
export type TellPlan = (planId: string) => Promise<void>;
