/** The menu of saved views. A route provides it, because tables know no feature. */
import { type ComponentType, createContext } from 'react'
import type { TablePage, ViewedList } from '#web/lib/url/use-list-page.ts'

export interface ViewsProps {
  list: ViewedList
  page: TablePage
  /** The button has no text. */
  narrow: boolean
}

export const ViewsSlot = createContext<ComponentType<ViewsProps> | undefined>(undefined)
