# Functions of the runbook's commands, for bash with GNU date and the AWS CLI: . infra/operations/runbook/shell.sh STAGE
STAGE=${1:-prod}
STACK=PortableRoth-$STAGE

# The physical id of the resource of this type, whose name starts like this, in a stack (usually the stage's).
in_stack() {
  aws cloudformation list-stack-resources --stack-name "${3:-$STACK}" --output text --query \
    "StackResourceSummaries[?ResourceType=='$1' && starts_with(LogicalResourceId,'$2')].[PhysicalResourceId]"
}
# The same, also in the nested stacks, which have the functions, schedules and alarms.
resource() {
  in_stack "$1" "$2"
  for nested in $(in_stack AWS::CloudFormation::Stack ''); do in_stack "$1" "$2" "$nested"; done
}
# Log lines that match a filter, of the last hour or since $2 (such as '6 hours ago').
lines() { lines_of Logs "$@"; }
# The same of the gateway's access log.
access() { lines_of ApiAccessLogs "$@"; }
lines_of() {
  aws logs filter-log-events --log-group-name "$(resource AWS::Logs::LogGroup "$1")" --filter-pattern "$2" \
    --start-time "$(date -d "${3:-1 hour ago}" +%s000)" --query 'events[].[message]' --output text
}
# Up to ten messages of a queue. They stay in it.
peek() {
  aws sqs receive-message --queue-url "$(resource AWS::SQS::Queue "$1")" --max-number-of-messages 10 \
    --visibility-timeout 5 --attribute-names All --query 'Messages[].[Body]' --output text
}
# A metric of a function, every 5 minutes of the last hour: metric Throttles RelayOutbox
metric() {
  aws cloudwatch get-metric-statistics --namespace AWS/Lambda --metric-name "$1" --period 300 --output table \
    --dimensions "Name=FunctionName,Value=$(resource AWS::Lambda::Function "$2")" --statistics Sum Maximum \
    --start-time "$(date -u -d '1 hour ago' +%FT%TZ)" --end-time "$(date -u +%FT%TZ)"
}
