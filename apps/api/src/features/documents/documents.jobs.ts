import { mailJobs } from './mails/send-mails.jobs.ts'
import { createForPatient } from './requests/patient-documents.jobs.ts'
import { sendJobs } from './sending/send-document.jobs.ts'

export const documentsJobs = [createForPatient, ...sendJobs, ...mailJobs]
