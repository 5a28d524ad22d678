import { Stack } from '@mantine/core'
import type { RhcAssociation } from '@vialdesk/contract/people/centers'
import { defineList } from '#web/entities/list/define-list.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { AssociationRequests } from './association-requests.tsx'
import { type CenterAssignee, CenterAssignments } from './center-assignments.tsx'

const assigneeOf = ({ rhc_desc, hc_desc }: RhcAssociation): CenterAssignee => ({
  id: rhc_desc.id,
  name: rhc_desc.company,
  centers: hc_desc,
})

const referralCenters = defineList('GET /api/v1/rhc-association/all/', {
  name: 'rhc-manager',
  label: 'Referral harvest centers',
  pageSize: 10,
  views: 'referral-assignments',
  filters: [searchFilter({ label: 'Search referral harvest centers', placeholder: 'ID, RHC or HC company' })],
  rowKey: (row) => assigneeOf(row).id,
  rowName: (row) => assigneeOf(row).name,
  rowHref: (row) => `/users/${assigneeOf(row).id}`,
  empty: 'Referral centers sign up with the link of a sales rep. They appear here.',
})

/** Assigns harvest centers to referral harvest centers. */
export function AssociationsScreen() {
  const associate = useFormCall('POST /api/v1/rhc-association/update-association/{id}/')
  const save = async (id: number, ids: number[]) => (await associate({ params: { id }, body: { rhc_hc_ids: ids } })).message
  return (
    <Screen title="RHC Manager" lead="Each referral harvest center can refer patients to its harvest centers.">
      <Stack gap="xl">
        <AssociationRequests allCenters />
        <Section title="Referral harvest centers">
          <CenterAssignments
            of={referralCenters}
            heading="RHC - Name"
            assigneeOf={assigneeOf}
            field="rhc_hc_ids"
            description="Patients who were referred before stay with their center."
            save={save}
          />
        </Section>
      </Stack>
    </Screen>
  )
}
