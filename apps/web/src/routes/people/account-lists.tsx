/** The lists of accounts of an admin: the button that adds an account, its dialog, and the drawer of a user. */
import { Button } from '@mantine/core'
import { type Icon, IconBuildingPlus, IconMicroscope, IconUserPlus } from '@tabler/icons-react'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import { AllHarvestCentersScreen, AllLabsScreen, AllReferralCentersScreen } from '#web/features/centers/all-centers-screen.tsx'
import {
  type NewAccount,
  NewAccountModals,
  onNewAccountIntent,
} from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { AllPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { AllSalesScreen } from '#web/features/sales/all-sales-screen.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserDrawer } from './user-drawer.tsx'

function useAccountList(kind: NewAccount, label: string, Shown: Icon, firstTab?: UserTab) {
  const overlay = useOverlay<{ add?: NewAccount }>()
  const { onOpen, drawer } = useUserDrawer(firstTab)
  return {
    onOpen,
    add: (
      <Button leftSection={<Shown size={16} stroke={1.6} />} {...onNewAccountIntent} onClick={() => overlay.open({ add: kind })}>
        {label}
      </Button>
    ),
    children: (
      <>
        {drawer}
        <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
      </>
    ),
  }
}

export const AllHarvestCenters = () => (
  <AllHarvestCentersScreen {...useAccountList('harvest-center', 'Add Harvest Center', IconBuildingPlus)} />
)
export const AllReferralCenters = () => (
  <AllReferralCentersScreen {...useAccountList('referral-center', 'Add Referral Center', IconBuildingPlus)} />
)
export const AllLabs = () => <AllLabsScreen {...useAccountList('lab', 'Add Lab', IconMicroscope)} />
export const AllSales = () => <AllSalesScreen {...useAccountList('sales', 'Add Sales Person', IconUserPlus)} />
export const AllPatients = () => <AllPatientsScreen {...useAccountList('patient', 'Add Patient', IconUserPlus, 'lab')} />
