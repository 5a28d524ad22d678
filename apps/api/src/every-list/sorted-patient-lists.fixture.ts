/** The lists of patients, for `sorted-lists.fixture.ts`. */
import { patientFilters, patientValues, patientValuesWithoutName, type SortedList } from './sorted-values.fixture.ts'

export const sortedPatientLists: Record<string, SortedList> = {
  'GET /api/v1/users/patient/list/': {
    as: ['admin', 'lab', 'harvestcenter', 'staff', 'referral', 'salesrep', 'manager', 'distributor'],
    filters: [
      ...patientFilters,
      ...['stage=in_processing', 'stage=registered', 'search=mar&stage=stored', 'due=overdue', 'due=soon', 'arrived=true'],
    ],
    filtersDependOnReader: true,
    values: patientValues,
    refused: { name: ['salesrep', 'manager', 'distributor'] },
  },
  'GET /api/v1/harvest-centers/{id}/patients/': {
    as: ['admin', 'lab', 'harvestcenter', 'staff', 'salesrep'],
    path: ({ harvestcenter }) => `/api/v1/harvest-centers/${harvestcenter}/patients/`,
    filters: patientFilters,
    filtersDependOnReader: true,
    values: patientValues,
    refused: { name: ['salesrep'] },
  },
  'GET /api/v1/harvest-centers/{id}/referral-patients/': {
    as: ['admin', 'harvestcenter'],
    path: ({ harvestcenter }) => `/api/v1/harvest-centers/${harvestcenter}/referral-patients/`,
    values: patientValues,
  },
  'GET /api/v1/harvest-centers/referral/{id}/patients/': {
    as: ['admin', 'referral', 'salesrep'],
    path: ({ referral }) => `/api/v1/harvest-centers/referral/${referral}/patients/`,
    filters: patientFilters,
    values: patientValues,
    refused: { name: ['salesrep'] },
  },
  'GET /api/v1/sales-rep/{id}/patients/': {
    as: ['salesrep', 'manager', 'admin'],
    path: ({ salesrep }) => `/api/v1/sales-rep/${salesrep}/patients/`,
    filters: ['stage=stored', 'search=1'],
    values: patientValuesWithoutName,
  },
  'GET /api/v1/sales-managers/{id}/patients/': {
    as: ['manager', 'admin', 'distributor'],
    path: ({ manager }) => `/api/v1/sales-managers/${manager}/patients/`,
    filters: ['stage=stored', 'search=1'],
    values: patientValuesWithoutName,
  },
  'GET /api/v1/sales-distributors/{id}/patients/': {
    as: ['distributor', 'admin'],
    path: ({ distributor }) => `/api/v1/sales-distributors/${distributor}/patients/`,
    filters: ['stage=stored', 'search=1'],
    values: patientValuesWithoutName,
  },
  'GET /api/v1/processing-labs/{id}/patients/': {
    as: ['lab', 'admin'],
    path: ({ lab }) => `/api/v1/processing-labs/${lab}/patients/`,
    filters: patientFilters,
    values: patientValues,
  },
  'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/': {
    as: ['lab', 'admin'],
    path: ({ lab, harvestcenter }) => `/api/v1/processing-labs/${lab}/harvestcenter/${harvestcenter}/patients/`,
    filters: patientFilters,
    values: patientValues,
  },
}
