/** A simple chart with values for two environments. */
export const chart: Readonly<Record<string, string>> = {
  'shop/Chart.yaml': `apiVersion: v2
name: shop
version: 1.2.0
appVersion: "1.4"
`,
  'shop/values.yaml': `# Defaults of all environments.
replicas: 2
image:
  repository: registry.example.com/web
  tag: ""   # the version of the chart
service:
  port: 80
host: shop.example.com
resources: {}
env:
  - name: LOG
    value: info
labels: {}
maxSurge: 1
`,
  'shop/values-prod.yaml': `replicas: 5   # customers
image:
  tag: "1.4"
resources:
  limits:
    memory: 1Gi
`,
  'shop/values-staging.yaml': `host: staging.example.com
`,
  'shop/templates/_helpers.tpl': `{{- define "shop.name" -}}
{{- printf "%s-web" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- define "shop.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
`,
  'shop/templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "shop.name" . }}
  labels:
    {{- include "shop.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicas }}
  minReadySeconds: 5
  strategy:
    rollingUpdate:
      maxSurge: {{ mul .Values.maxSurge 2 }}
  selector:
    matchLabels:
      {{- include "shop.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "shop.labels" . | nindent 8 }}
    spec:
      containers:
        - name: web
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          {{- if .Values.env }}
          env:
            {{- toYaml .Values.env | nindent 12 }}
          {{- end }}
          {{- with .Values.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
`,
  'shop/templates/service.yaml': `apiVersion: v1
kind: Service
metadata:
  name: {{ include "shop.name" . }}
spec:
  selector:
    app.kubernetes.io/instance: {{ .Release.Name }}
  ports:
    - port: {{ .Values.service.port | int }}
      targetPort: 8080
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ include "shop.name" . }}
spec:
  rules:
    - host: {{ .Values.host | quote }}
`,
  'parley.yaml': `kubernetes:
  - path: shop
    kind: helm
    release: main
    namespace: prod
    values: [shop/values-prod.yaml]
  - path: shop
    release: test
    namespace: staging
    values: [shop/values-staging.yaml]
`,
};
