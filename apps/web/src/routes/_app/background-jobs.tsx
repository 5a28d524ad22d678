import { createFileRoute } from '@tanstack/react-router'
import { JobsScreen } from '#web/features/operations/jobs-screen.tsx'
import { asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ state: asOneOf('waiting', 'running', 'dead'), task: asText, ...listSearch })

export const Route = createFileRoute('/_app/background-jobs')({ validateSearch, component: JobsScreen })
