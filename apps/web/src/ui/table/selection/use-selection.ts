import { useState } from 'react'

interface Selection<Row> {
  filter: string
  rows: Map<number, Row>
}

/**
 * The selected rows of a list. The selection spans pages. Another `filter` clears the selection,
 * because hidden rows would be forgotten. Rows on the current page are taken from the screen, so they are up to date.
 */
export function useSelection<Row extends { id: number }>(filter: string, onScreen: Row[] = []) {
  const [stored, setStored] = useState<Selection<Row>>({ filter, rows: new Map() })
  const rows = stored.filter === filter ? stored.rows : new Map<number, Row>()
  const current = new Map(onScreen.map((row) => [row.id, row]))
  const set = (changed: Row[], on: boolean) => {
    const next = new Map(rows)
    for (const row of changed) {
      if (on) next.set(row.id, row)
      else next.delete(row.id)
    }
    setStored({ filter, rows: next })
  }
  return {
    selected: [...rows.values()].map((row) => current.get(row.id) ?? row),
    selection: { has: ({ id }: Row) => rows.has(id), set },
    clear: () => setStored({ filter, rows: new Map() }),
  }
}
