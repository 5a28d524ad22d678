import { createFileRoute } from '@tanstack/react-router'
import { SalesSignUpScreen } from '#web/features/onboarding/sign-up/sales-sign-up-screen.tsx'

export const Route = createFileRoute('/_guest/sales-distributor-registration')({
  component: () => <SalesSignUpScreen kind="sales_distributor" />,
})
