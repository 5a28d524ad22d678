import { refreshJobs } from './refresh/refresh.jobs.ts'
import { sealJobs } from './seal/seal.jobs.ts'

export const signingJobs = [...refreshJobs, ...sealJobs]
