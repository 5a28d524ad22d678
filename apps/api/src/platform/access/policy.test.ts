import { expect, test } from 'vitest'
import { policy } from './policy.ts'

interface Viewer {
  id: number
  isEntered: boolean
}

const notes = policy<Viewer, { owner: number }>()({
  see: { note: (viewer, note) => viewer.id === note.owner },
  act: { edit: (viewer) => !viewer.isEntered, delete: () => false },
  because: { edit: 'Only the owner may edit a note.' },
})
const own = { owner: 1 }
const viewer = { id: 1, isEntered: false }

test('a row that a viewer may not see does not exist', () => {
  expect(() => notes.assertSees(viewer, 'note', { owner: 2 })).toThrowError(expect.objectContaining({ code: 'not_found' }))
  expect(() => notes.assertSees(viewer, 'note', own)).not.toThrow()
})

test('an action that a viewer may not take is forbidden, with its reason where there is one', () => {
  const entered = { id: 1, isEntered: true }
  expect(() => notes.assertCan(entered, 'edit', own)).toThrowError(
    expect.objectContaining({ code: 'forbidden', message: 'Only the owner may edit a note.' }),
  )
  expect(() => notes.assertCan(viewer, 'delete', own)).toThrowError(expect.objectContaining({ code: 'forbidden' }))
  expect(() => notes.assertCan(viewer, 'edit', own)).not.toThrow()
})

test('the abilities of an answer are its actions, not what its reader may see', () => {
  expect(notes.abilities(viewer, own)).toEqual({ edit: true, delete: false })
})
