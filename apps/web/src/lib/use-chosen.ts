import { useState } from 'react'

interface Kept<Row> {
  of: string
  rows: Map<number, Row>
}

/**
 * Rows that someone chose from a list; they stay chosen on its other pages. `of` is what the list is filtered by: with another filter
 * the choice begins anew, as nobody would think of what is no longer listed. A row that is on the screen is as the screen has it.
 */
export function useChosen<Row extends { id: number }>(of: string, onScreen: Row[] = []) {
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
