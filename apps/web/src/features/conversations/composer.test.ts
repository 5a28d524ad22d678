import type { Conversation } from '@vialdesk/contract/people/conversations'
import { expect, test } from 'vitest'
import { drafts } from './composer.tsx'

const conversationOf = (patient: number) => ({ patient: { id: patient }, center: { id: 7 } }) as Conversation

test('a text has one id until it is sent, also on another screen', () => {
  const first = drafts.of(conversationOf(1))
  const id = first.requestIdOf('My knee hurts.')
  const again = drafts.of(conversationOf(1))
  expect([again.text, again.requestIdOf('My knee hurts.')]).toEqual(['My knee hurts.', id])
  again.keep('My knee hurts less.')
  expect(again.requestIdOf('My knee hurts less.')).not.toBe(id)
})

test('the same text after a success, or to another patient, is another message', () => {
  const draft = drafts.of(conversationOf(2))
  const id = draft.requestIdOf('Thanks.')
  draft.keep('')
  expect(draft.requestIdOf('Thanks.')).not.toBe(id)
  expect(drafts.of(conversationOf(3)).requestIdOf('Thanks.')).not.toBe(draft.requestIdOf('Thanks.'))
})
