/** Whether what is long by nature is done in full (`npm run test:all`) or as a sample (`npm test`). */
export const isThorough = process.env.PLUMBLINE_TESTS === 'all';
