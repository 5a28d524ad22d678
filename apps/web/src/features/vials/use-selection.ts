import { useState } from 'react'

interface Kept<Row> {
  of: string
  rows: Map<number, Row>
}

/**
 * The selected rows of a list. The selection spans pages. `of` is the filter of the list: another filter clears the selection,
 * because hidden rows would be forgotten. Rows on the current page are taken from the screen, so they are up to date.
 */
export function useSelection<Row extends { id: number }>(of: string, onScreen: Row[] = []) {
  const [kept, setKept] = useState<Kept<Row>>({ of, rows: new Map() })
  const rows = kept.of === of ? kept.rows : new Map<number, Row>()
  const now = new Map(onScreen.map((row) => [row.id, row]))
  const set = (changed: Row[], on: boolean) => {
    const next = new Map(rows)
    for (const row of changed) {
      if (on) next.set(row.id, row)
      else next.delete(row.id)
    }
    setKept({ of, rows: next })
  }
  return {
    chosen: [...rows.values()].map((row) => now.get(row.id) ?? row),
    choosing: { has: ({ id }: Row) => rows.has(id), set },
    clear: () => setKept({ of, rows: new Map() }),
  }
}
