import { expect, test } from 'vitest'
import { policy } from './policy.ts'

interface Viewer {
  id: number
  isEntered: boolean
}
interface Note {
  owner: number
  sent?: boolean
}

const notes = policy<Viewer, Note>()({
  see: { note: (viewer, note) => viewer.id === note.owner },
  act: { edit: (viewer, { sent }) => !viewer.isEntered && !sent, delete: () => false },
  because: { edit: ({ sent }) => (sent ? 'This note was sent.' : 'Only the owner may edit a note.') },
})
const own = { owner: 1 }
const viewer = { id: 1, isEntered: false }

test('a row that a viewer may not see does not exist', () => {
  expect(() => notes.assertSees(viewer, 'note', { owner: 2 })).toThrowError(expect.objectContaining({ code: 'not_found' }))
  expect(() => notes.assertSees(viewer, 'note', own)).not.toThrow()
})

test('an action that a state or another person prevents is a conflict, whose sentence says what has happened', () => {
  const conflict = (message: string) => expect.objectContaining({ code: 'conflict', message })
  expect(() => notes.assertCan({ id: 1, isEntered: true }, 'edit', own)).toThrowError(conflict('Only the owner may edit a note.'))
  expect(() => notes.assertCan(viewer, 'edit', { ...own, sent: true })).toThrowError(conflict('This note was sent.'))
  expect(() => notes.assertCan(viewer, 'edit', own)).not.toThrow()
})

test('the abilities of an answer are its actions, not what its reader may see', () => {
  expect(notes.abilities(viewer, own)).toEqual({ edit: true, delete: false })
})
