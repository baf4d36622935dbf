Creator "a test"
graph [
  directed 0
  multigraph 1
  node [ id 0 label "New York" graphics [ x 1.5 ] ]
  node [ id 1 label "A &quot;B&quot;" terminals 2 ]
  # a comment
  edge [ source 0 target 1 LinkSpeed "10" LinkSpeedUnits "G" LinkSpeedRaw 10000000000.0 key 0 ]
  edge [ source 1 target 0 latency 5.5 capacity "100 Mbit" loss 0.1 key 1 ]
]
