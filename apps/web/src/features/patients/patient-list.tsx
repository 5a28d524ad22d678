import type { PatientRow } from '@vialdesk/contract/people/patients'
import type { ComponentProps } from 'react'
import type { ListDefinition } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import type { ReadingCall } from '#web/lib/api/call-types.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'

/** A list of patients. Readers who may open the page of a patient get links to it. */
export function PatientList<A extends ReadingCall, Filter extends object>(
  props: ComponentProps<typeof List<A, Filter, PatientRow>> & { of: ListDefinition<A, Filter, PatientRow> },
) {
  const pathOf = useRecordPath('/users/{id}')
  return <List rowHref={pathOf && (({ id }) => pathOf(id))} {...props} />
}
