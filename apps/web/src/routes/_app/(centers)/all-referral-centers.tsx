import { IconBuildingPlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllReferralCentersScreen } from '#web/features/centers/all-centers-screen.tsx'
import { useAccountList } from '#web/routes/_app/(people)/-account-list.tsx'

const account = { kind: 'referral-center', label: 'Add Referral Center', icon: IconBuildingPlus } as const

export const Route = createFileRoute('/_app/(centers)/all-referral-centers')({
  component: () => <AllReferralCentersScreen {...useAccountList(account)} />,
})
