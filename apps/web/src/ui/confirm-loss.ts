import { confirm } from './confirm.tsx'

/** Asks before what was typed is thrown away; where nothing was, the answer is yes at once. */
export const confirmLoss = (isDirty: boolean): Promise<boolean> =>
  isDirty
    ? confirm({
        title: 'Close without saving?',
        consequence: 'Your changes will be lost.',
        verb: 'Close',
        cancel: 'Stay',
        danger: true,
      })
    : Promise.resolve(true)
