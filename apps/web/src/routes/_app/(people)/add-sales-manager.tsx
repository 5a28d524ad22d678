import { createFileRoute } from '@tanstack/react-router'
import { AddToTeamScreen } from '#web/features/onboarding/add-account/add-to-team-screen.tsx'

export const Route = createFileRoute('/_app/(people)/add-sales-manager')({
  component: () => <AddToTeamScreen kind="sales_manager" />,
})
