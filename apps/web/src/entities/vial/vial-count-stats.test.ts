import { expect, test } from 'vitest'
import { vialCountNotes } from './vial-count-stats.tsx'

test('names the states that a figure contains', () => {
  const before = { vials_preparation: 9, vials_in_process: 6, vials_quarantine: 3, vials_ready_ship: 0 }
  expect(vialCountNotes(before)).toMatchObject({ preparation: '6 in processing, 3 in quarantine', ready: undefined })
  const after = { vials_preparation: 6, vials_in_process: 6, vials_quarantine: 3, vials_ready_ship: 3 }
  expect(vialCountNotes(after)).toMatchObject({ preparation: '6 in processing', ready: 'Not yet in storage' })
  expect(vialCountNotes({ vials_available: 5, vials_held: 1, vials_reserved: 2, vials_disposed: 1 })).toMatchObject({
    available: '1 on hold, 2 ordered',
    shipped: '1 more disposed of',
  })
})

test('has no notes for readers without the states', () => {
  const notes = vialCountNotes({ vials_preparation: 4, vials_available: 2, vials_shipped: 1 })
  expect(Object.values(notes).filter(Boolean)).toEqual([])
})
