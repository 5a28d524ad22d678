import { createFileRoute } from '@tanstack/react-router'
import { JobsScreen } from '#web/features/operations/jobs-screen.tsx'

export const Route = createFileRoute('/_app/(administration)/background-jobs')({ component: JobsScreen })
