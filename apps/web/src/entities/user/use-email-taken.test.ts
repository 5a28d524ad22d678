import { expect, test } from 'vitest'
import { isToBeAsked, lastSubmitted } from './use-email-taken.ts'

const ida = 'ida@clinic.example'

test('asks for a whole email after the pause', () => {
  expect(isToBeAsked(ida, { settled: 'ida@clin', submitted: undefined }), 'still typing').toBe(false)
  expect(isToBeAsked(ida, { settled: ida, submitted: undefined })).toBe(true)
  for (const part of ['', 'ida', 'ida@clinic', 'ida@clinic.e', 'ida b@clinic.example'])
    expect(isToBeAsked(part, { settled: part, submitted: undefined }), part).toBe(false)
})

/** The states of a form in turn; answers whether the email is asked about in each. */
function follow(states: { typed: string; settled: string; busy: boolean }[]): boolean[] {
  let submitted: string | undefined
  return states.map(({ typed, settled, busy }) => {
    submitted = lastSubmitted(typed, { busy, submitted })
    return isToBeAsked(typed, { settled, submitted })
  })
}

test('does not ask about an email that was sent, which would find the new account itself', () => {
  const waiting = { typed: ida, settled: '', busy: false }
  const sending = { typed: ida, settled: '', busy: true }
  const saved = { typed: ida, settled: ida, busy: false }
  expect(follow([waiting, sending, { ...sending, settled: ida }, saved])).toEqual([false, false, false, false])
  expect(follow([{ ...waiting, settled: ida }, { ...sending, settled: ida }, saved]), 'it was asked before').toEqual([
    true,
    false,
    false,
  ])
})

test('asks again about the next email, and about the same one when it is typed again', () => {
  const sent = { typed: ida, settled: ida, busy: true }
  const other = { typed: 'nora@clinic.example', settled: 'nora@clinic.example', busy: false }
  expect(follow([sent, other, { ...sent, busy: false }])).toEqual([false, true, true])
})
