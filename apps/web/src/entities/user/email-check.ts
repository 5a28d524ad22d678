/** When the server is asked whether an account has the email that is being typed. */

/** Milliseconds after the last key before the server is asked. */
export const PAUSE_MS = 700
/** Rough filter for requests; the schema validates. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** The email of the last submit, until another one is typed. The answer to the submit judges it: a check would find the new account itself. */
export const lastSubmitted = (typed: string, { busy, submitted }: { busy: boolean; submitted: string | undefined }) =>
  busy || submitted === typed ? typed : undefined

/** `settled` is the text after the pause. */
export const isToBeAsked = (typed: string, { settled, submitted }: { settled: string; submitted: string | undefined }) =>
  settled === typed && typed !== submitted && LOOKS_LIKE_EMAIL.test(settled)
