import { Button } from '@mantine/core'
import { IconBuildingPlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllReferralCentersScreen } from '#web/features/centers/all-centers-screen.tsx'
import { NewAccountModals, onNewAccountIntent } from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { drawerSearchKeys } from './-patient-search.ts'
import { useUserDrawer } from './-user-drawer.tsx'

function AllReferralCenters() {
  const overlay = useOverlay<{ add?: 'referral-center' }>()
  const { open, drawer } = useUserDrawer()
  const add = (
    <Button
      leftSection={<IconBuildingPlus size={16} stroke={1.6} />}
      {...onNewAccountIntent}
      onClick={() => overlay.open({ add: 'referral-center' })}
    >
      Add Referral Center
    </Button>
  )
  return (
    <AllReferralCentersScreen onOpen={({ id }) => open(id)} add={add}>
      {drawer}
      <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
    </AllReferralCentersScreen>
  )
}

const validateSearch = searchReader({
  search: asText,
  harvest_center_id: asId,
  sales_rep_id: asId,
  never_signed_in: asOneOf('true'),
  ...listSearch,
  ...drawerSearchKeys,
  add: asOneOf('referral-center'),
})

export const Route = createFileRoute('/_app/all-referral-centers')({ validateSearch, component: AllReferralCenters })
