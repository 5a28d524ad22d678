import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { StaffRow } from '@vialdesk/contract/centers'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { type CenterAssignee, CenterAssignments, useCenterAssignmentsPage } from './center-assignments.tsx'

const assigneeOf = ({ id, first_name, last_name, email, harvest_centers, invited }: StaffRow): CenterAssignee => ({
  id,
  name: `${first_name} ${last_name}`.trim() || email,
  email,
  centers: harvest_centers,
  invited,
})
const assigneesOf = ({ count, results }: { count: number; results: StaffRow[] }) => ({ count, results: results.map(assigneeOf) })

/** Assigns harvest centers to staff users. */
export function StaffCentersScreen() {
  const page = useCenterAssignmentsPage()
  const request = apiQuery('GET /api/v1/hc-staff/', { query: page.query })
  const list = useQuery({ ...request, select: assigneesOf, placeholderData: keepPreviousData })
  const assign = useMutation({ ...apiMutation('PATCH /api/v1/hc-staff/{id}/'), meta: { handlesErrors: true } })
  const save = async (id: number, ids: number[]) =>
    (await assign.mutateAsync({ params: { id }, body: { staff_hc_ids: ids.join(',') } })).message
  return (
    <Screen title="HC Staff Manager" lead="Staff can enter only the harvest centers that they work for.">
      <CenterAssignments
        label="Staff users"
        table="staff-manager"
        exports={{ list: 'GET /api/v1/hc-staff/', rows: ['staff user', 'staff users'] }}
        heading="ID - Name"
        search={{ label: 'Search staff', placeholder: 'ID, name, email or HC company' }}
        list={list}
        page={page}
        field="staff_hc_ids"
        description="Removing a center ends access immediately"
        save={save}
      />
    </Screen>
  )
}
