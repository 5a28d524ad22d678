import type { StaffRow } from '@vialdesk/contract/people/centers'
import { defineList } from '#web/entities/list/define-list.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { type CenterAssignee, CenterAssignments } from './center-assignments.tsx'

const assigneeOf = ({ id, first_name, last_name, email, harvest_centers, invited }: StaffRow): CenterAssignee => ({
  id,
  name: `${first_name} ${last_name}`.trim() || email,
  email,
  centers: harvest_centers,
  invited,
})

const staff = defineList('GET /api/v1/hc-staff/', {
  name: 'staff-manager',
  label: 'Staff users',
  pageSize: 10,
  views: 'staff-assignments',
  exports: { rows: ['staff user', 'staff users'] },
  filters: [searchFilter({ label: 'Search staff', placeholder: 'ID, name, email or HC company' })],
  rowName: (row) => assigneeOf(row).name,
  rowHref: ({ id }) => `/users/${id}`,
  empty: 'Staff sign up with the link that their center sends them. They appear here.',
})

/** Assigns harvest centers to staff users. */
export function StaffCentersScreen() {
  const assign = useFormCall('PATCH /api/v1/hc-staff/{id}/')
  const save = async (id: number, ids: number[]) =>
    (await assign({ params: { id }, body: { staff_hc_ids: ids.join(',') } })).message
  return (
    <Screen title="HC Staff Manager" lead="Staff can enter only the harvest centers that they work for.">
      <CenterAssignments
        of={staff}
        heading="ID - Name"
        assigneeOf={assigneeOf}
        field="staff_hc_ids"
        description="Removing a center ends access immediately"
        save={save}
      />
    </Screen>
  )
}
