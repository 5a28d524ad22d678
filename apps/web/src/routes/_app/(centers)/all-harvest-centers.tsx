import { IconBuildingPlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllHarvestCentersScreen } from '#web/features/centers/all-centers-screen.tsx'
import { useAccountList } from '#web/routes/_app/(people)/-account-list.tsx'

const account = { kind: 'harvest-center', label: 'Add Harvest Center', icon: IconBuildingPlus } as const

export const Route = createFileRoute('/_app/(centers)/all-harvest-centers')({
  component: () => <AllHarvestCentersScreen {...useAccountList(account)} />,
})
