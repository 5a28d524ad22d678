import { useState } from 'react'
import { browserStorage } from '#web/lib/browser/storage.ts'
import type { Column } from '../table-types.ts'

/** The facts under the name of a row on a phone. More would make a card of it, and the row opens all of them. */
const PHONE_FACTS = 2

/** Without a hint, these are at the right of the name. */
const ON_THE_SIDE = ['state', 'status', 'stage', 'amount']
export const phonePlace = <Row>({ key, phone }: Column<Row>): Column<Row>['phone'] =>
  phone ?? (ON_THE_SIDE.includes(key) ? 'side' : undefined)

/** Facts on a phone without a hint of their own: the first ones. A row that opens nothing shows all. */
function isSpare<Row>(columns: Column<Row>[], column: Column<Row>): boolean {
  const place = phonePlace(column)
  if (place) return place === 'hidden'
  const hinted = columns.filter(({ phone }) => phone === 'line' || phone === 'labelled').length
  const others = columns.filter((each) => !(each.main || each.optional || phonePlace(each)))
  return others.indexOf(column) >= PHONE_FACTS - hinted
}

/** The columns that a list hides by itself. On a phone, `phone` decides before `optional`. */
export function hiddenColumns<Row>(columns: Column<Row>[], { onPhone, opens }: { onPhone: boolean; opens: boolean }): string[] {
  const isHidden = (column: Column<Row>) => {
    if (!onPhone) return column.optional
    if (column.phone) return column.phone === 'hidden'
    return column.optional || (opens && isSpare(columns, column))
  }
  return columns.filter((column) => !column.main && isHidden(column)).map(({ key }) => key)
}

interface Options {
  onPhone: boolean
  /** Whether a row opens a drawer or a page, which has everything that the row leaves out. */
  opens: boolean
}

/** The visible columns: those stored in this browser, separately for phones, or the list's own. */
export function useColumns<Row>(table: string, columns: Column<Row>[], options: Options) {
  const name = options.onPhone ? `phone-columns-${table}` : `columns-${table}`
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const stored = chosen[name] ?? browserStorage.get(name)
  const hidden = new Set(stored === undefined ? hiddenColumns(columns, options) : stored.split(','))
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    const text = [...next].join(',')
    browserStorage.set(name, text)
    setChosen({ ...chosen, [name]: text })
  }
  return { shown: columns.filter((column) => column.main || !hidden.has(column.key)), toggle }
}
