import { Stack } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { RhcAssociation } from '@vialdesk/contract/centers'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AssociationRequests } from './association-requests.tsx'
import { CenterAssignments, useCenterAssignmentsPage } from './center-assignments.tsx'

const assigneesOf = ({ count, results }: { count: number; results: RhcAssociation[] }) => ({
  count,
  results: results.map(({ rhc_desc, hc_desc }) => ({ id: rhc_desc.id, name: rhc_desc.company, centers: hc_desc })),
})

/** Assigns harvest centers to referral harvest centers. */
export function AssociationsScreen() {
  const page = useCenterAssignmentsPage()
  const request = apiQuery('GET /api/v1/rhc-association/all/', { query: page.query })
  const list = useQuery({ ...request, select: assigneesOf, placeholderData: keepPreviousData })
  const associate = useMutation({
    ...apiMutation('POST /api/v1/rhc-association/update-association/{id}/'),
    meta: { handlesErrors: true },
  })
  const save = async (id: number, ids: number[]) =>
    (await associate.mutateAsync({ params: { id }, body: { rhc_hc_ids: ids } })).message
  return (
    <Screen title="RHC Manager" lead="Each referral harvest center can refer patients to its harvest centers.">
      <Stack gap="xl">
        <AssociationRequests allCenters />
        <Section title="Referral harvest centers">
          <CenterAssignments
            label="Referral harvest centers"
            table="rhc-manager"
            heading="RHC - Name"
            search={{ label: 'Search referral harvest centers', placeholder: 'ID, RHC or HC company' }}
            list={list}
            page={page}
            field="rhc_hc_ids"
            description="Patients who were referred before stay with their center."
            save={save}
          />
        </Section>
      </Stack>
    </Screen>
  )
}
