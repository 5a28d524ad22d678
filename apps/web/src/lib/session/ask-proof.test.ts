import { expect, test } from 'vitest'
import { answerProof, askProof, followProof } from './ask-proof.ts'

test('is not confirmed on a page without the dialog', async () => {
  expect(await askProof()).toBe(false)
})

test.each([true, false])('one answer (%s) is for all requests that wait', async (confirmed) => {
  const unfollow = followProof(() => undefined)
  const waiting = [askProof(), askProof()]
  answerProof(confirmed)
  expect(await Promise.all(waiting)).toEqual([confirmed, confirmed])
  unfollow()
})

test('requests do not wait for a dialog that has left the page', async () => {
  const unfollow = followProof(() => undefined)
  const waiting = askProof()
  unfollow()
  expect(await waiting).toBe(false)
})
