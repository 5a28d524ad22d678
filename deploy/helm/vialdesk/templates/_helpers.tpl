{{- define "vialdesk.selector" -}}
app.kubernetes.io/name: vialdesk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "vialdesk.labels" -}}
{{ include "vialdesk.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "vialdesk.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "vialdesk.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "vialdesk.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "vialdesk.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "vialdesk.mounts" -}}
- name: temporary
  mountPath: /tmp
- name: data
  mountPath: /var/lib/vialdesk
{{- if .Values.certificates }}
- name: certificates
  mountPath: /etc/vialdesk/certificates
  readOnly: true
{{- end }}
{{- end }}

{{- define "vialdesk.volumes" -}}
- name: temporary
  emptyDir:
    sizeLimit: 1Gi
- name: data
  emptyDir:
    sizeLimit: 64Mi
{{- if .Values.certificates }}
- name: certificates
  secret:
    secretName: {{ .Values.certificates }}
    defaultMode: 288
{{- end }}
{{- end }}
