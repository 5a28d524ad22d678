import { mailJobs } from './mails/send-mails.jobs.ts'
import { sendJobs } from './sending/send-document.jobs.ts'

export const documentsJobs = [...sendJobs, ...mailJobs]
