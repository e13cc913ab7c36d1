{{- define "vitrine.environment" -}}
- { name: NODE_ENV, value: production }
- { name: HOST, value: "0.0.0.0" }
- { name: PORT, value: "4000" }
- { name: VITRINE_HEALTH_PORT, value: "4001" }
- { name: VITRINE_DATA, value: /data }
- { name: VITRINE_DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
- name: VITRINE_STORE
  valueFrom: { secretKeyRef: { name: {{ .Values.secret.name }}, key: {{ .Values.secret.store }} } }
- name: VITRINE_SECRET
  valueFrom: { secretKeyRef: { name: {{ .Values.secret.name }}, key: {{ .Values.secret.secret }} } }
- name: VITRINE_ADMIN_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.secret.name }}, key: {{ .Values.secret.adminKey }} } }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
