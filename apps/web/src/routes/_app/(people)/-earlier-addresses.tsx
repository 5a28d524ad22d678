/** The dashboards had whole lists, with their filters in the address of the dashboard. Such an address may be a bookmark. */
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'

interface EarlierKeys {
  search?: string
  membership?: number
  tag?: number
  stage?: string
  offset?: number
  add?: string
  show?: 'two-step'
}

/** For admins: the list of users, the invitation of admins and the states of two-step sign-in moved. */
export function ListOfUsers({ children }: { children: ReactNode }) {
  const found = useUrlSearch<EarlierKeys>()
  const { search, membership, tag, offset, add, show } = found
  const hasMoved = search || membership || tag || offset || show || (add && add !== 'patient' && add !== 'harvest-center')
  return hasMoved ? <Navigate to="/all-users" search={found as never} replace /> : children
}

/** For centers: the list of patients moved. */
export function ListsOfPatients({ children }: { children: ReactNode }) {
  const found = useUrlSearch<EarlierKeys>()
  const hasMoved = found.search || found.stage || found.offset
  return hasMoved ? <Navigate to="/center-patients" search={found as never} replace /> : children
}
