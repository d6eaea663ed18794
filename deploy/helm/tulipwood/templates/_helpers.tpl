{{- define "tulipwood.labels" -}}
app.kubernetes.io/name: tulipwood
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
